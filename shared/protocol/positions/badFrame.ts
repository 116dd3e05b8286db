/** A frame that breaks its own format. Never leaves the decoder, which answers 'bad'. */
export class BadFrame extends Error {}
