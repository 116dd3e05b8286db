// npm run export -- FILE: all that the hub's store holds, in one file that npm run import fills an empty place from.
import { positionWords } from '../server/storage/transfer/position.ts'
import { writeExport } from '../server/storage/transfer/writeExport.ts'
import { openSource } from './transfer/places.ts'
import { createTelling, fileArgument, runTransfer } from './transfer/runTransfer.ts'

await runTransfer(async (config) => {
  const file = fileArgument('export', process.argv.slice(2))
  const source = await openSource(config())
  const tell = createTelling()
  let parts = 0
  const onPart = () => {
    parts += 1
    tell(() => `  ${parts} parts written`)
  }
  try {
    console.log(`Exporting ${source.place}: ${positionWords(source.position)} …`)
    const end = await writeExport({ source, file, now: Date.now(), onPart })
    console.log(
      `${file}: ${end.documents} documents, ${end.archive} archive lines, ${end.journal} journal entries. Check ${end.check.slice(0, 16)}.\nIt holds personal data of everyone, also of those who ask to be forgotten later: keep it as safe as the store, and no longer than it is needed.`,
    )
  } finally {
    await source.close()
  }
})
