import { expect, test } from 'vitest'
import { withArticle } from './article.ts'

test('[IG1] species and roles have the article that one says', () => {
  const nouns = ['Allosaurus', 'Omniraptor', 'Utahraptor', 'admin', 'owner', 'Tyrannosaurus', 'moderator', 'player']
  expect(nouns.map(withArticle)).toEqual([
    'an Allosaurus',
    'an Omniraptor',
    'a Utahraptor',
    'an admin',
    'an owner',
    'a Tyrannosaurus',
    'a moderator',
    'a player',
  ])
})
