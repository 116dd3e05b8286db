import { dirname } from 'node:path'

/** The folder of package.json, independent of the working directory. */
export const repositoryRoot = dirname(import.meta.dirname)
