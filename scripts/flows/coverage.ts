import { Session } from 'node:inspector/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { repositoryRoot } from '../repositoryRoot.ts'

/** The product's own files: no tests, no simulated game. */
const PRODUCT = /^(shared|server|client)\/(?!.*(testing\/|simulator\/))/

export interface Coverage {
  /** The functions that ran since the last call, in this process without the thread of the embedded store. */
  take(): Promise<{ readonly files: readonly string[]; readonly functions: number }>
}

/** Starts to count which functions run. Call it before the code that is to be counted is loaded. */
export async function startCoverage(): Promise<Coverage> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

  async function take() {
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const ran = result
      .filter(({ url }) => url.startsWith('file:'))
      .map(({ url, functions }) => ({
        file: relative(repositoryRoot, fileURLToPath(url)),
        functions: functions.filter(isCalled).length,
      }))
      .filter(({ file, functions }) => PRODUCT.test(file) && functions > 0)
    return {
      files: ran.map(({ file }) => file).toSorted(),
      functions: ran.reduce((sum, { functions }) => sum + functions, 0),
    }
  }
  return { take }
}

type Called = { readonly functionName: string; readonly ranges: readonly { startOffset: number; count: number }[] }

/** A function that ran, other than the body of the module itself. */
const isCalled = ({ functionName, ranges: [whole] }: Called) =>
  whole !== undefined && whole.count > 0 && !(functionName === '' && whole.startOffset === 0)
