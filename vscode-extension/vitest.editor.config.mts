import { defineConfig } from "vitest/config";

// One editor at a time: each starts a server, a browser and a Python.
export default defineConfig({
  test: {
    include: ["test/editor/**/*.test.ts"],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
