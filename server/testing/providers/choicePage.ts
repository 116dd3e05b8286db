interface Choice {
  readonly text: string
  readonly address: string
}

interface ChoicePage {
  readonly title: string
  readonly people: readonly Choice[]
  readonly cancel: Choice
  readonly faults: readonly Choice[]
}

/** Asks whoever comes in a browser as whom they want to go back, and how the provider is to fail them. */
export const choicePage = ({ title, people, cancel, faults }: ChoicePage) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>
<main><h1>${escaped(title)}</h1>${list(people)}<p>${link(cancel)}</p>
<details><summary>Go back wrongly</summary>${list(faults)}</details></main></html>`

const list = (choices: readonly Choice[]) => `<ul>${choices.map((choice) => `<li>${link(choice)}</li>`).join('')}</ul>`
const link = ({ text, address }: Choice) => `<a href="${escaped(address)}">${escaped(text)}</a>`

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign)

/** The same page's links: each keeps what the provider was asked, and adds what was chosen. */
export const choose = (path: string, query: URLSearchParams, chosen: Readonly<Record<string, string>>) => {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(chosen)) next.set(name, value)
  return `${path}?${next}`
}
