/** Words and turns that make a reader stumble, with what to write. They are looked for in comments and names of tests. */
const STUMBLING: readonly (readonly [RegExp, string])[] = [
  [/\bwho(so)?ever\b/i, 'name the subject: a user, a node, staff'],
  [/\b(nobody|somebody|everybody) (who|that|else)\b/i, 'name the subject: no user, another node'],
  [/\banew\b/i, 'again'],
  [/\bfor ever\b/i, 'permanently'],
  [/\bof its own accord\b/i, 'by itself'],
  [/\bhow manieth\b/i, 'the index of'],
  [/\b(is|are|was|were) told\b/i, 'receives, is notified, learns'],
  [/\bstands beside\b/i, 'is next to'],
  [/\b(made|become) of it\b/i, 'result, outcome'],
  [/\bby your watch\b/i, 'real time'],
  [/\bgoes on (\w+ing|calling)\b/i, 'continues to'],
]
const COMMENT = /(?:^|\s)\/\/(.*)$|^\s*\/?\*+(.*)$/
const TEST_NAME = /(?:\btest|\bit|\bdescribe|\brule)(?:\.\w+)*(?:\([^'"`]*\))?\(\s*(['"`])(.*?)\1/

/** Comments and names of tests that a native speaker stumbles over. */
export function textFaults(path: string, text: string): string[] {
  if (path.startsWith('scripts/shape/')) return []
  return text.split('\n').flatMap((line, index) => {
    const comment = COMMENT.exec(line)
    const words = [comment?.[1] ?? comment?.[2] ?? '', TEST_NAME.exec(line)?.[2] ?? ''].join(' ')
    return STUMBLING.filter(([turn]) => turn.test(words)).map(
      ([turn, instead]) => `${path}:${index + 1}: "${turn.exec(words)?.[0]}": write ${instead}`,
    )
  })
}
