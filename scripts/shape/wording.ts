import { isShown, textsOf } from '../texts/textsOf.ts'

/** A word or turn that makes a native speaker stumble, and what to write. */
type Turn = readonly [words: RegExp, instead: string]

/** Looked for in comments, names of tests and texts on pages. */
const STUMBLING: readonly Turn[] = [
  [/\bwho(so)?ever\b/i, 'name the subject: a user, a node, staff'],
  [/\b(nobody|somebody|everybody) (who|that|else)\b/i, 'name the subject: no user, another node'],
  [/\banew\b/i, 'again'],
  [/\bfor ever\b/i, 'permanently'],
  [/\bof its own accord\b/i, 'by itself'],
  [/\bhow manieth\b/i, 'the index of'],
  [/^\s*(\[[\w.]+\] ?)+who (?!else\b)/i, 'name the subject: a user who, staff who'],
  [/\b(is|are|was|were) told\b/i, 'receives, is notified, learns'],
  [/\bstands beside\b/i, 'is next to'],
  [/\b(made|become) of it\b/i, 'result, outcome'],
  [/\bby your watch\b/i, 'real time'],
  [/\bgoes on (\w+ing|calling)\b/i, 'continues to'],
  [/\b[KMGT]iB\b/, 'kB, MB, GB in powers of 1000, as bytesInWords does'],
  [/\bon the mean\b/i, 'on average'],
  [/[\d…] %(?!\w)/, '85%, without a space'],
  // The specification writes the straight one, and its texts are used exactly.
  [/\S*[\p{L}…)}]’/u, "the straight apostrophe, '"],
]

/** Looked for in texts on pages, in answers, log lines and errors: turns that have a plain word in the product. */
const UNPLAIN: readonly Turn[] = [
  [/\b(no|some|every)body\b/i, 'who is meant: no player, another account, everyone'],
  [/\b(not|has|have) told\b|\bdoes(n't|n’t| not) tell\b/i, 'report, show; of small numbers: fewer than 3'],
  [/\bis silent\b/i, 'can’t reach the server'],
  [/\bstands\b/i, 'is'],
  [/\bask again\b/i, 'try again; of a list: Refresh'],
  [/\basked for yet\b/i, 'No commands yet.'],
  [/\bthose that are over\b/i, 'Clear finished'],
  [/\bfetching\b|\basking the (hub|island)\b/i, 'Loading…'],
  [/\bkeep as it is\b/i, 'Cancel'],
  [/\bwhat is missing is\b/i, 'You need "…" to open this page.'],
  [/\b(not|n't|n’t) open to (you|this)\b/i, 'You can’t see …'],
  [/\bwalks? (alone|together|with)\b/i, 'You’re not in a pack; pack members'],
  [/\bfell over\b|\bstand it up\b/i, 'Something went wrong. Reload.'],
  [/\bbelieved?\b/i, 'verified, trusted'],
  [/\bis to act for\b/i, 'for a bot or script'],
  [/\bless than \d+ min\b/i, 'Just now'],
  [/\bfault of its own\b/i, 'internal error'],
  [/\bthe instruments\b|\bcharted\b/i, 'what it is: the status, a page'],
  [/\b[Mm]end(s|ed|ing)?\b/, 'correct, check'],
  [/\bcalled off\b/i, 'cancelled'],
  [/\bRights\b|\b(your|own|their|of) rights\b/, 'permissions'],
  [/^(Given|Taken|As role)$/, 'Allow, Deny, Default'],
  [/(?<!\bthere )\b(is|are|was|were) no (?!(longer|one|more|room|other|need|way|reason)\b)/i, 'is not a'],
  [/\bhas at most\b/i, 'can have at most'],
  [/\bright form\b/i, 'right format'],
  [/\breason of\b/i, 'reason for'],
]

const COMMENT = /(?:^|\s)\/\/(.*)$|^\s*\/?\*+(.*)$/
const TEST_NAME = /(?:\btest|\bit|\bdescribe|\brule)(?:\.\w+)*(?:\([^'"`]*\))?\(\s*(['"`])(.*?)\1/

/** Comments, names of tests and shown texts that a native speaker stumbles over. */
export function wordingFaults(path: string, source: string): string[] {
  if (path.startsWith('scripts/shape/')) return []
  return [...noteFaults(path, source), ...(isShown(path) ? shownFaults(path, source) : [])]
}

const noteFaults = (path: string, source: string) =>
  source.split('\n').flatMap((line, index) => {
    const comment = COMMENT.exec(line)
    const words = [comment?.[1] ?? comment?.[2] ?? '', TEST_NAME.exec(line)?.[2] ?? ''].join(' ')
    return faultsIn(words, STUMBLING).map((fault) => `${path}:${index + 1}: ${fault}`)
  })

const shownFaults = (path: string, source: string) =>
  textsOf(path, source).flatMap((text) =>
    faultsIn(text, [...STUMBLING, ...UNPLAIN]).map((fault) => `${path}: ${fault}, in "${text}"`),
  )

const faultsIn = (words: string, turns: readonly Turn[]) =>
  turns.filter(([turn]) => turn.test(words)).map(([turn, instead]) => `"${turn.exec(words)?.[0]}": write ${instead}`)
