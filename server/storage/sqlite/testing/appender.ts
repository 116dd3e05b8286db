import { appendForever } from '../../contract/appendUntilKilled.ts'
import { openSqliteStorage } from '../sqlite.ts'

/** A process that appends until it is killed. Argument: the data folder. */
const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Usage: appender.ts <folder>')
await appendForever(await openSqliteStorage({ folder }))
