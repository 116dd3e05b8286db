/** As many players can come into a demo and be told apart. Of the other roles there is one each. */
export const demoPlayers = 8
