import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { healMyself, slayMyself } from '../../../shared/features/deliveries/commands.ts'
import { Acts } from '../../ui/Acts.tsx'
import { Field } from '../../ui/Field.tsx'
import { CommandButton } from '../deliveries/CommandButton.tsx'
import { Part } from '../roles/Part.tsx'
import styles from './Controls.module.css'

/** One's own dinosaur. Whose that is, the linked Steam account tells; the name is whom the page speaks of. */
export function SelfActions({ ownName }: { readonly ownName: string }) {
  const [name, setName] = useState(ownName)
  const missing = name.trim() === '' ? '❌ Please enter your player name first' : null
  const input = { server: mainServer }
  return (
    <div className={styles.self}>
      <Part title="Player Identity">
        <Field
          label="Your player name"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={name}
          onValue={setName}
          hint="Self actions reach the dinosaur of your linked Steam account, and no other."
        />
      </Part>
      <Part title="Self Actions">
        <Acts>
          <CommandButton
            command={slayMyself}
            input={input}
            name="Slay Myself"
            tone="danger"
            missing={missing}
            question={{
              title: `Slay your own dinosaur, ${name.trim()}?`,
              act: 'Slay my dinosaur',
              words: <p>The dinosaur that you play now dies, with its growth. That cannot be undone.</p>,
            }}
          />
          <CommandButton command={healMyself} input={input} name="Heal Myself" missing={missing} />
        </Acts>
      </Part>
    </div>
  )
}
