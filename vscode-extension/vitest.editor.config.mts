import { defineConfig } from "vitest/config";

// One editor at a time: each starts a server, a browser and a Python. Steps build on each other, so the
// first that fails ends it all.
export default defineConfig({
  test: {
    include: ["test/editor/**/*.test.ts"],
    globalSetup: "test/editor/install.ts",
    fileParallelism: false,
    bail: 1,
    testTimeout: 420_000,
    hookTimeout: 180_000,
  },
});
