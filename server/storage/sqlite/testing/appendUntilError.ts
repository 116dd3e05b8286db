import { sampleEntry } from '../../contract/sampleEntries.ts'
import { openSqliteStorage } from '../sqlite.ts'

/**
 * A process that appends until it is refused, tries once more, and prints the outcome as JSON: for tests with a limit that a process
 * cannot lift again. Argument: the data folder.
 */
const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Usage: appendUntilError.ts <folder>')

const storage = await openSqliteStorage({ folder })
const { epoch } = await storage.load()
const append = (seq: number) =>
  storage.append([sampleEntry(seq, epoch)]).then(
    () => null,
    (error: Error) => ({ kind: error.constructor.name, message: error.message }),
  )

let acknowledged = 0
let first = await append(1)
while (first === null) {
  acknowledged += 1
  first = await append(acknowledged + 1)
}
const second = await append(acknowledged + 1)
process.stdout.write(JSON.stringify({ acknowledged, first, second }))
process.exit()
