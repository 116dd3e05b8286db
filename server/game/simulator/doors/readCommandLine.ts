export interface TypedCommand {
  readonly name: string
  readonly words: readonly string[]
  /** All that was typed from that word on. */
  from(index: number): string
}

/** The commands of one line, as a console reads it: a semicolon or a line end outside of quotes ends one. */
export const readCommandLine = (line: string): TypedCommand[] => splitCommands(line).flatMap(readCommand)

function splitCommands(line: string): string[] {
  const commands = ['']
  let isQuoted = false
  for (const sign of line) {
    const isEnd = /[\r\n\0]/.test(sign) || (sign === ';' && !isQuoted)
    if (isEnd) isQuoted = false
    else if (sign === '"') isQuoted = !isQuoted
    if (isEnd) commands.push('')
    else commands.push(`${commands.pop()}${sign}`)
  }
  return commands
}

const quotedOrBare = /"([^"]*)"?|([^\s"]+)/g

function readCommand(text: string): TypedCommand[] {
  const [first, ...tokens] = [...text.matchAll(quotedOrBare)]
  if (!first) return []
  const wordIn = ([, quoted, bare]: RegExpExecArray) => quoted ?? bare ?? ''
  return [
    {
      name: wordIn(first).toLowerCase(),
      words: tokens.map(wordIn),
      from(index) {
        const token = tokens[index]
        if (!token) return ''
        return index === tokens.length - 1 ? wordIn(token) : text.slice(token.index).trim()
      },
    },
  ]
}
