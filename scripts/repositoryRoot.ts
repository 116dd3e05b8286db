import { dirname } from 'node:path'

/** The folder of package.json, wherever a script was started from. */
export const repositoryRoot = dirname(import.meta.dirname)
