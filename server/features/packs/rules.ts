import { PackId } from '../../../shared/engine/ids.ts'
import type * as commands from '../../../shared/features/packs/commands.ts'
import { isCode, isMember, membership, pack, tidyCode } from '../../../shared/features/packs/pack.ts'
import type { Rule } from '../../engine/rule.ts'
import { closeCode, openCode, packWith } from './codes.ts'
import { whyFull } from './limits.ts'
import { mayFound, noteFounding } from './pace.ts'
import { askerOf, endPack, ledPack, longestMember, ownPack, takeIn, takeOut } from './standing.ts'

export const createPack: Rule<typeof commands.createPack> = (context, { name }) => {
  const { actor, read, edit, newId, refuse } = context
  const me = askerOf(actor)
  if (read(membership, me).pack !== null) refuse('inPack')
  if (!mayFound(context, me)) refuse('tooOften')
  noteFounding(context, me)
  const id = PackId.parse(newId())
  Object.assign(edit(pack, id), { name, leader: me, code: openCode(context, id) })
  takeIn(context, id, me)
  return { pack: id }
}

export const joinPack: Rule<typeof commands.joinPack> = (context, { code: typed }) => {
  const { actor, read, refuse } = context
  const me = askerOf(actor)
  const code = tidyCode(typed)
  if (code === '') refuse('emptyCode')
  if (!isCode(code)) refuse('strangeCode')
  const id = packWith(read, code) ?? refuse('unknownCode')
  const mine = read(membership, me).pack
  if (mine !== null) refuse(mine === id ? 'ownPack' : 'inPack')
  const full = whyFull(read, read(pack, id), me)
  if (full) refuse(full)
  takeIn(context, id, me)
  return { pack: id }
}

export const leavePack: Rule<typeof commands.leavePack> = (context) => {
  const { me, id, own } = ownPack(context)
  takeOut(context, id, me, 'left')
  const longest = longestMember(own)
  if (longest === null) endPack(context, id)
  else if (own.leader === me) own.leader = longest
  return {}
}

export const removeMember: Rule<typeof commands.removeMember> = (context, { member }) => {
  const { me, id, own } = ledPack(context)
  if (member === me) context.refuse('yourself')
  if (!isMember(own, member)) context.refuse('notMember')
  takeOut(context, id, member, 'removed')
  closeCode(context, own.code)
  own.code = openCode(context, id)
  return {}
}

export const handOverPack: Rule<typeof commands.handOverPack> = (context, { member }) => {
  const { me, own } = ledPack(context)
  if (member === me) context.refuse('yourself')
  if (!isMember(own, member)) context.refuse('notMember')
  own.leader = member
  return {}
}

export const renewCode: Rule<typeof commands.renewCode> = (context) => {
  const { id, own } = ledPack(context)
  closeCode(context, own.code)
  own.code = openCode(context, id)
  return { code: own.code }
}

export const disbandPack: Rule<typeof commands.disbandPack> = (context) => {
  const { id, own } = ledPack(context)
  for (const member of Object.keys(own.members)) takeOut(context, id, member, 'disbanded')
  endPack(context, id)
  return {}
}
