// npm run import -- FILE: fills an empty store from a file of npm run export. An interrupted import resumes.

import { takePinFile } from '../server/storage/backups/pinFiles.ts'
import { describePosition } from '../server/storage/transfer/format.ts'
import { importExport } from '../server/storage/transfer/importExport.ts'
import { createProgressReport, fileArgument, openTarget, runTransfer } from './transfer/runTransfer.ts'

await runTransfer(async (config) => {
  const file = fileArgument('import', process.argv.slice(2))
  const own = config()
  const target = await openTarget(own)
  const report = createProgressReport()
  try {
    console.log(`Checking ${file}, and importing it into ${target.place} …`)
    const onPart = (done: number, of: number) => report(() => `  part ${done} of ${of}`)
    const takeFile = takePinFile({ into: own.dataDir, present: own.dataDir })
    const { header, end, before } = await importExport({ file, target, onPart, takeFile })
    if (before > 0) console.log(`Parts 1 to ${before} were there already, from an import that was interrupted.`)
    console.log(
      `${target.place} holds what was exported from ${header.from} at ${new Date(header.madeAt).toISOString()}: ${end.documents} documents, ${end.archive} archive rows, ${describePosition(header.position)}. Start the hub.`,
    )
  } finally {
    await target.close()
  }
})
