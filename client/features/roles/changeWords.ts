import { permissions, roles } from '../../../shared/engine/permissions.ts'
import type { RoleChange } from '../../../shared/features/roles/queries.ts'
import { roleWords } from '../session/roleWords.ts'
import { permissionWords } from './permissionWords.ts'

const stateWords = new Map([
  ['given', 'given'],
  ['taken', 'taken'],
  ['asRole', 'as the role has it'],
])

/** A role or a state, as people say it; whatever else stands there, as it stands. */
const valueWords = (value: string): string => {
  const role = roles.find((one) => one === value)
  return role ? roleWords[role].toLowerCase() : (stateWords.get(value) ?? value)
}

/** What was changed: `Role`, or the name of a permission. */
function subjectWords(what: string): string {
  const permission = permissions.find((one) => one === what)
  if (permission && permission !== 'hub') return permissionWords[permission].name
  return what.slice(0, 1).toUpperCase() + what.slice(1)
}

/** `Role: player → moderator`. */
export const changeWords = ({ what, before, after }: Pick<RoleChange, 'what' | 'before' | 'after'>) =>
  what === 'sessions'
    ? `Logged out everywhere (${before})`
    : what === 'tokens'
      ? `Tokens revoked (${before})`
      : `${subjectWords(what)}: ${valueWords(before)} → ${valueWords(after)}`
