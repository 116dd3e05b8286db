/**
 * Messages between the nodes of one hub that are kept nowhere: each node that listens gets each message at most once, in the order
 * of its sender, or not at all. Who must not miss anything numbers what it sends.
 */
export interface Bus {
  /** The name of this node; new with each start. */
  readonly node: string
  /**
   * To all other nodes that listen to the topic, never to the sender. `topic` is a word, or a word and a node as 'answers.a1b2'.
   * Never rejects: a message that could not be sent is one that nobody got.
   */
  send(topic: string, message: Uint8Array): void
  /** Returns the way to stop. */
  listen(topic: string, listener: (message: Uint8Array, from: string) => void): () => void
  /** The connection that carries the messages was lost and is back: messages may have been missed. Returns the way to stop. */
  onGap(listener: () => void): () => void
}
