// Bundles the extension into one file. With --tests also the tests that run inside VS Code.
import { build } from "esbuild";

const common = { bundle: true, platform: "node", target: "node20", format: "cjs", external: ["vscode", "mocha"], logLevel: "warning" };
await build({ ...common, entryPoints: ["src/extension.ts"], outfile: "dist/extension.js", minify: true, sourcemap: false });
if (process.argv.includes("--tests")) {
  await build({ ...common, entryPoints: ["test/host/index.ts"], outfile: "out/host/index.js", sourcemap: "inline" });
}
