// Runs inside the extension host, by the contract of `extensionTestsPath`.
import Mocha from "mocha";
import * as suites from "./suites";

export function run(): Promise<void> {
  const mocha = new Mocha({ ui: "bdd", timeout: 120_000, color: false, reporter: "spec" });
  mocha.suite.emit("pre-require", globalThis, "", mocha);
  suites.define();
  return new Promise((resolve, reject) => {
    mocha.run((failures) => (failures ? reject(new Error(`${failures} failed`)) : resolve()));
  });
}
