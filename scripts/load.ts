// npm run load: puts a hub under the load of an opening day and reports its latencies and limits.
import { accessSync, constants, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeFolder } from '../server/engine/makeFolder.ts'
import { checkMayWrite, unusableOf, wordsOf } from '../server/engine/unusablePlace.ts'
import { type LoadOptions, loadArguments, loadUsage } from './load/options.ts'
import { reportPicture } from './load/reportPicture.ts'
import { momentLine, reportText } from './load/reportText.ts'
import { type Moment, runLoad, stopSignal } from './load/runLoad.ts'

const lineEverySeconds = 2

async function main() {
  const options = loadArguments(process.argv.slice(2), process.env)
  if (!options) return console.log(loadUsage)
  const folder = folderFor(options)
  console.log(`Asking ${options.url} for permission …`)
  const load = await runLoad(options, { stop: stopSignal(), onMoment: createProgress() })
  const text = reportText(options, load)
  console.log(`\n${text}`)
  write(folder, text, reportPicture(options, load))
}

/** Prints progress now and then. */
function createProgress() {
  let shown: Moment | null = null
  return (moment: Moment) => {
    if (shown && moment.at - shown.at < lineEverySeconds) return
    console.log(momentLine(moment))
    shown = moment
  }
}

/** Made before the load: the report of an hour is not lost to a wrong path. */
function folderFor({ out }: LoadOptions): string {
  const folder = resolve(out)
  try {
    makeFolder(folder, 0o777)
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw unusableOf(error, { path: folder, instead })
  }
  checkMayWrite(join(folder, 'load.txt'), instead)
  return folder
}
const instead = 'name another folder with --out'

function write(folder: string, text: string, picture: string) {
  writeFileSync(join(folder, 'load.txt'), text)
  writeFileSync(join(folder, 'load.svg'), picture)
  console.log(`Written to ${join(folder, 'load.txt')} and load.svg.`)
}

main().catch((error: unknown) => {
  console.error(wordsOf(error, instead))
  process.exitCode = 1
})
