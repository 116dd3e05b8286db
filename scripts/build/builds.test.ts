import { expect, test } from 'vitest'
import { checkoutWith } from '../test/checkout.ts'
import { importedFiles } from './builds.ts'

test('[BU1] a script depends on itself and on everything that it imports, by any form of import', () => {
  const { root } = checkoutWith({
    'scripts/draw.ts': "import { a } from './draw/a.ts'\nimport '../shared/b.ts'\nimport sharp from 'sharp'\n",
    'scripts/draw/a.ts': "import type { B } from '../../shared/b.ts'\nexport const a = await import('./c.ts')\n",
    'scripts/draw/c.ts': "import {\n  a,\n} from './a.ts'\nexport * from './d.ts'\n",
    'scripts/draw/d.ts': 'export const d = 1\n',
    'scripts/draw/unused.ts': '',
    'shared/b.ts': '',
  })
  expect(importedFiles(root, 'scripts/draw.ts')).toEqual([
    'scripts/draw.ts',
    'scripts/draw/a.ts',
    'scripts/draw/c.ts',
    'scripts/draw/d.ts',
    'shared/b.ts',
  ])
})

test('[BU2] a missing script has no dependencies', () => {
  expect(importedFiles(checkoutWith({}).root, 'scripts/draw.ts')).toEqual([])
})
