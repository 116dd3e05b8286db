// npm run import -- FILE: fills an empty place from what npm run export has written. Begun and interrupted, it goes on.
import { importExport } from '../server/storage/transfer/importExport.ts'
import { positionWords } from '../server/storage/transfer/position.ts'
import { openTarget } from './transfer/places.ts'
import { createTelling, fileArgument, runTransfer } from './transfer/runTransfer.ts'

await runTransfer(async (config) => {
  const file = fileArgument('import', process.argv.slice(2))
  const target = await openTarget(config())
  const tell = createTelling()
  try {
    console.log(`Checking ${file}, and importing it into ${target.place} …`)
    const onPart = (done: number, of: number) => tell(() => `  part ${done} of ${of}`)
    const { header, end, before } = await importExport({ file, target, onPart })
    if (before > 0) console.log(`Parts 1 to ${before} were there already, from an import that was interrupted.`)
    console.log(
      `${target.place} holds what was exported from ${header.from} at ${new Date(header.madeAt).toISOString()}: ${end.documents} documents, ${end.archive} archive lines, ${positionWords(header.position)}. Start the hub.`,
    )
  } finally {
    await target.close()
  }
})
