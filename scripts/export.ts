// npm run export -- FILE: writes everything in the hub's store to one file, from which npm run import fills an empty store.

import { describePosition } from '../server/storage/transfer/format.ts'
import { exportStore } from '../server/storage/transfer/writeExport.ts'
import { createProgressReport, fileArgument, openSource, runTransfer } from './transfer/runTransfer.ts'

const ofPeople =
  "The file contains everyone's personal data, including that of people who are erased later. Keep it as safe as the store, and delete it when you no longer need it."

await runTransfer(async (readConfig) => {
  const file = fileArgument('export', process.argv.slice(2))
  const config = readConfig()
  const report = createProgressReport()
  let parts = 0
  const end = await exportStore({
    file,
    now: Date.now(),
    open: () => openSource(config),
    onSource: ({ place, position }) => console.log(`Exporting ${place}: ${describePosition(position)} …`),
    onPart() {
      parts += 1
      report(() => `  ${parts} parts written`)
    },
  })
  const counts = `${end.documents} documents, ${end.archive} archive rows, ${end.journal} journal entries`
  console.log(`${file}: ${counts}. Check ${end.check.slice(0, 16)}.\n${ofPeople}`)
})
