import { expect, test } from 'vitest'
import { countFaults, sumCounts } from './counts.ts'
import { runStages, summaryLines } from './runStages.ts'

function createSurroundings() {
  const lines: string[] = []
  let time = 0
  const now = () => {
    time += 500
    return time
  }
  return { lines, print: (line: string) => void lines.push(line), now }
}

const good = { title: 'types', run: async () => countFaults([]) }
const bad = { title: 'lint', run: async () => countFaults(['a.ts:1 is wrong']) }
const broken = {
  title: 'unit',
  run: async () => {
    throw new Error('no such program')
  },
}

test('[ST55] a stage that fails or breaks does not keep the next ones from running', async () => {
  const results = await runStages([bad, broken, good], createSurroundings())
  expect(results.map(({ title, counts }) => [title, counts.failed])).toEqual([
    ['lint', 1],
    ['unit', 1],
    ['types', 0],
  ])
  expect(sumCounts(results.map(({ counts }) => counts))).toMatchObject({ passed: 1, failed: 2 })
})

test('[ST56] every stage prints its start, its findings and its duration', async () => {
  const surroundings = createSurroundings()
  await runStages([bad], surroundings)
  expect(surroundings.lines).toEqual(['\n── 1 of 1: lint', 'a.ts:1 is wrong', '── lint: 1 failed, 0 passed (0.5 s)'])
})

test('[ST57] the summary has one line a stage', async () => {
  const results = await runStages([good, bad], createSurroundings())
  expect(summaryLines(results)).toEqual(['ok     types  1 passed (0.5 s)', 'FAILED lint   1 failed, 0 passed (0.5 s)'])
})

test('[ST58] a stage that starts at once runs beside the earlier ones and is reported in its turn', async () => {
  const order: string[] = []
  const note = (title: string) => ({ title, run: async () => countFaults(order.push(title) > 2 ? ['too many'] : []) })
  const surroundings = createSurroundings()
  const results = await runStages([note('types'), { ...note('programs'), startsAtOnce: true }], surroundings)
  expect(order).toEqual(['programs', 'types'])
  expect(results.map(({ title }) => title)).toEqual(['types', 'programs'])
  const failing = await runStages([good, { ...broken, startsAtOnce: true }], surroundings)
  expect(sumCounts(failing.map(({ counts }) => counts))).toMatchObject({ passed: 1, failed: 1 })
})
