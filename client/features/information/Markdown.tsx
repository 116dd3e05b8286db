import { lexer, type MarkedToken, type Token } from 'marked'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './Information.module.css'

/** Deeper lists and quotes are shown as they were written. */
const deepest = 12

/**
 * A text in Markdown as elements of the page. Only what is named here is drawn: HTML is shown as it was written, an image by its
 * description, and a link that may not be followed as its text. No text of an owner is ever given to the browser as HTML.
 */
export function Markdown({ text }: { readonly text: string }) {
  const tokens = tokensOf(text)
  return (
    <div className={styles.text} dir="auto">
      {tokens ? blocks(tokens, 0) : <p className={styles.raw}>{text}</p>}
    </div>
  )
}

/** Null for a text nested so deeply that it cannot be read. */
function tokensOf(text: string): readonly Token[] | null {
  try {
    return lexer(text)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

// Tokens never change their places: a text is drawn as a whole.
const each = (tokens: readonly Token[], draw: (token: MarkedToken) => ReactNode) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: a token has no other name
  tokens.map((token, at) => <Fragment key={at}>{draw(token as MarkedToken)}</Fragment>)

const blocks = (tokens: readonly Token[], depth: number): ReactNode => each(tokens, (token) => block(token, depth))

function block(token: MarkedToken, depth: number): ReactNode {
  if (depth > deepest) return <p className={styles.raw}>{token.raw}</p>
  switch (token.type) {
    case 'heading': {
      const Heading = headings[token.depth - 1] ?? 'h6'
      return <Heading>{inline(token.tokens, depth)}</Heading>
    }
    case 'paragraph':
      return <p>{inline(token.tokens, depth)}</p>
    case 'blockquote':
      return <blockquote>{blocks(token.tokens, depth + 1)}</blockquote>
    case 'code':
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      )
    case 'hr':
      return <hr />
    case 'list': {
      const items = token.items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item has no other name
        <li key={at}>{blocks(item.tokens, depth + 1)}</li>
      ))
      return token.ordered ? <ol start={Number(token.start) || 1}>{items}</ol> : <ul>{items}</ul>
    }
    case 'table':
      return <Table token={token} depth={depth} />
    case 'space':
    case 'def':
      return null
    case 'html':
      return <p className={styles.raw}>{token.raw.trim()}</p>
    default:
      return inline([token], depth)
  }
}

/** The page has the title, so that the first heading of a text is one below it. */
const headings = ['h2', 'h3', 'h4', 'h5', 'h6', 'h6'] as const

const Table = ({
  token,
  depth,
}: {
  readonly token: Extract<MarkedToken, { type: 'table' }>
  readonly depth: number
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by the keyboard
  <section className={styles.table} aria-label="Table" tabIndex={0}>
    <table>
      <thead>
        <tr>
          {token.header.map((cell, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell has no other name
            <th key={at}>{inline(cell.tokens, depth + 1)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {token.rows.map((row, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name
          <tr key={line}>
            {row.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell has no other name
              <td key={at}>{inline(cell.tokens, depth + 1)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const inline = (tokens: readonly Token[], depth: number): ReactNode => each(tokens, (token) => piece(token, depth + 1))

function piece(token: MarkedToken, depth: number): ReactNode {
  if (depth > 2 * deepest) return token.raw
  switch (token.type) {
    case 'strong':
      return <strong>{inline(token.tokens, depth)}</strong>
    case 'em':
      return <em>{inline(token.tokens, depth)}</em>
    case 'del':
      return <s>{inline(token.tokens, depth)}</s>
    case 'codespan':
      return <code>{token.text}</code>
    case 'br':
      return <br />
    case 'link':
      return <TextLink address={token.href}>{inline(token.tokens, depth)}</TextLink>
    case 'image':
      return token.text
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ '
    case 'text':
      return token.tokens ? inline(token.tokens, depth) : plainText(token.text)
    case 'escape':
      return token.text
    default:
      return token.raw
  }
}

/** A page of this site, with its filters: never a path that signs in, or that is for programs. */
const ownPage = /^\/[a-z-]*(?:\?[\w=&-]*)?$/

/**
 * Where a link of a text of an owner may lead: to a page of this site, by `https` or to a mail address. Null for everything else, such as
 * a script, an address with a password in it, or a file.
 */
export function addressOf(written: string): { readonly href: string; readonly isOwn: boolean } | null {
  if (ownPage.test(written)) return { href: written, isOwn: true }
  const address = URL.canParse(written) ? new URL(written) : null
  if (address === null) return null
  if (address.username !== '' || address.password !== '') return null
  return address.protocol === 'https:' || address.protocol === 'mailto:' ? { href: address.href, isOwn: false } : null
}

function TextLink({ address, children }: { readonly address: string; readonly children: ReactNode }) {
  const safe = addressOf(address)
  if (safe === null) return children
  return safe.isOwn ? (
    <Link href={safe.href}>{children}</Link>
  ) : (
    <a href={safe.href} rel="noopener noreferrer">
      {children}
    </a>
  )
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

/** The few names of characters that people write. What they stand for is shown as text like the rest. */
const plainText = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => named[name] ?? '')

interface LostPieces {
  readonly html: number
  readonly images: number
  readonly links: readonly string[]
}

/** What of a text is not drawn as an owner may expect, so that the editor can say so. */
export function lostPieces(text: string): LostPieces {
  const lost = { html: 0, images: 0, links: [] as string[] }
  const look = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    const token = value as Partial<MarkedToken> & { readonly href?: string }
    if (token.type === 'html') lost.html += 1
    if (token.type === 'image') lost.images += 1
    if (token.type === 'link' && addressOf(token.href ?? '') === null) lost.links.push(token.href ?? '')
    const { tokens, items, header, rows } = value as Readonly<Record<string, unknown>>
    const inner = Array.isArray(value) ? value : [tokens, items, header, rows]
    for (const one of inner) look(one)
  }
  look(tokensOf(text) ?? [])
  return lost
}
