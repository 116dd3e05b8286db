// npm run export -- FILE: all that the hub's store holds, in one file that npm run import fills an empty place from.
import { exportStore } from '../server/storage/transfer/exportStore.ts'
import { positionWords } from '../server/storage/transfer/position.ts'
import { openSource } from './transfer/places.ts'
import { createTelling, fileArgument, runTransfer } from './transfer/runTransfer.ts'

const ofPeople =
  'It holds personal data of everyone, also of those who ask to be forgotten later: keep it as safe as the store, and no longer than it is needed.'

await runTransfer(async (readConfig) => {
  const file = fileArgument('export', process.argv.slice(2))
  const config = readConfig()
  const tell = createTelling()
  let parts = 0
  const end = await exportStore({
    ...{ file, now: Date.now(), open: () => openSource(config) },
    onSource: ({ place, position }) => console.log(`Exporting ${place}: ${positionWords(position)} …`),
    onPart() {
      parts += 1
      tell(() => `  ${parts} parts written`)
    },
  })
  const counts = `${end.documents} documents, ${end.archive} archive lines, ${end.journal} journal entries`
  console.log(`${file}: ${counts}. Check ${end.check.slice(0, 16)}.\n${ofPeople}`)
})
