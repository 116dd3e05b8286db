/** `BP_Carnotaurus_C`, the name of a blueprint, as the bare class name that newer builds send: `Carnotaurus`. */
export const bareClass = (name: string): string => name.replace(/^BP_/, '').replace(/_C$/, '')
