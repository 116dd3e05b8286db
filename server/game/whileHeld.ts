import { ActionError, type ActionLink } from './actionLink.ts'

/** The same link, over which nothing leaves when another node may be deciding: looked at before each first byte. */
export const whileHeld = (link: ActionLink, isHeld: () => boolean): ActionLink => {
  const stay = () => {
    if (!isHeld()) throw new ActionError('notSent', 'this node decides no more')
  }
  return {
    ...link,
    async perform(action, leaving = () => {}) {
      stay()
      return link.perform(action, () => {
        stay()
        leaving()
      })
    },
  }
}
