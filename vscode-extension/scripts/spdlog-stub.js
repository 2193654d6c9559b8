// Stands in for VS Code's native logger in tests: the same files, written line by line.
const fs = require("node:fs");
const path = require("node:path");

const LEVELS = ["trace", "debug", "info", "warn", "error", "critical"];

class Logger {
  constructor(_name, file) {
    this.file = file;
    this.level = 2;
    this.bare = false;
    fs.mkdirSync(path.dirname(file), { recursive: true });
  }
  getLevel() { return this.level; }
  setLevel(level) { this.level = level; }
  setPattern() { this.bare = false; }
  clearFormatters() { this.bare = true; }
  flush() {}
  drop() {}
}
LEVELS.forEach((name, level) => {
  Logger.prototype[name] = function (message) {
    if (level < this.level) return;
    const time = new Date().toISOString().replace("T", " ").slice(0, -1);
    fs.appendFileSync(this.file, this.bare ? message : `${time} [${name}] ${message}\n`);
  };
});

const create = async (name, file) => new Logger(name, file);
// One by one: VS Code imports them by name.
exports.version = 0;
exports.setFlushOn = () => {};
exports.setLevel = () => {};
exports.shutdown = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
