import { expect, test } from 'vitest'
import { flameGraphOf } from './flameGraph.ts'

const call = (id: number, functionName: string, children: number[] = []) => ({
  id,
  callFrame: { functionName, url: functionName === 'rule' ? 'file:///hub/server/engine/rule.ts' : '', lineNumber: 9 },
  children,
})

test('[FG1] a frame is as wide as the time of the function and of all that it calls, without idle time', () => {
  const graph = flameGraphOf({
    nodes: [call(1, '(root)', [2, 3]), call(2, '(idle)'), call(3, 'rule', [4]), call(4, 'sort<T>')],
    samples: [2, 3, 4],
    timeDeltas: [500, 100, 300],
  })
  expect(graph).toContain('<title>rule engine/rule.ts:10 100.0%</title><rect x="0.0" y="16" width="1200.0"')
  expect(graph).toContain('<title>sort&lt;T> 75.0%</title><rect x="0.0" y="32" width="900.0"')
  expect(graph).not.toContain('idle')
})

test('[FG2] the first seconds of the process are left out where they are named', () => {
  const graph = flameGraphOf(
    {
      nodes: [call(1, '(root)', [2, 3]), call(2, 'compile'), call(3, 'rule')],
      samples: [2, 3],
      timeDeltas: [1_000_000, 1_000_000],
    },
    2,
  )
  expect(graph).toContain('<title>rule engine/rule.ts:10 100.0%</title>')
  expect(graph).not.toContain('compile')
})
