// npm run load: puts a hub under the load of an opening day and reports its latencies and limits.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type LoadOptions, loadArguments, loadUsage } from './load/options.ts'
import { reportPicture } from './load/reportPicture.ts'
import { momentLine, reportText } from './load/reportText.ts'
import { type Moment, runLoad, stopSignal } from './load/runLoad.ts'

const lineEverySeconds = 2

async function main() {
  const options = loadArguments(process.argv.slice(2), process.env)
  if (!options) return console.log(loadUsage)
  console.log(`Asking ${options.url} for permission …`)
  const load = await runLoad(options, { stop: stopSignal(), onMoment: createProgress() })
  const text = reportText(options, load)
  console.log(`\n${text}`)
  write(options, text, reportPicture(options, load))
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

function write({ out }: LoadOptions, text: string, picture: string) {
  const folder = resolve(out)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'load.txt'), text)
  writeFileSync(join(folder, 'load.svg'), picture)
  console.log(`Written to ${join(folder, 'load.txt')} and load.svg.`)
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
