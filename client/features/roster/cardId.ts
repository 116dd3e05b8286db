/** The card of the dinosaur that is chosen, for whoever wants to lead there. */
export const cardId = 'chosen-dinosaur'
