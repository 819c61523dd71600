/** What `import { defineConfig } from 'reportcard'` means inside a configuration file, wherever the command line stands. */
export const defineConfig = (config) => config;
