import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { DataTable } from '../../ui/DataTable.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { Part } from '../../ui/Part.tsx'
import { TablePage } from '../../ui/templates/TablePage.tsx'
import { useTextDraft } from '../../ui/useDraft.ts'
import styles from './ApiDocs.module.css'
import { type ApiField, type ApiGroup, type ApiOperation, groupsOf, OpenApi } from './apiDescription.ts'

type Loaded = ReturnType<typeof OpenApi.parse> | 'loading' | 'failed'

/** The requests of programs to the hub over HTTP, from its own OpenAPI document. */
export function ApiDocsScreen() {
  const [loaded, load] = useOpenApi()
  const { value: search, change, clear } = useTextDraft('operations')
  const groups = typeof loaded === 'string' ? [] : groupsOf(loaded, search)
  const found = groups.reduce((sum, { operations }) => sum + operations.length, 0)
  return (
    <TablePage
      title="HTTP API"
      lead="What programs can request from this hub, and what they get."
      state={typeof loaded !== 'string' ? (found === 0 ? 'empty' : 'ready') : loaded === 'failed' ? 'refused' : loaded}
      empty={{ title: `No operation contains “${search.trim()}”.` }}
      refused={{ message: "The description can't be loaded.", onRetry: load }}
      filters={
        <FilterBar
          label="Operations"
          search={{ value: search, onChange: change, hint: 'Name or summary' }}
          found={found === 1 ? '1 operation' : `${found} operations`}
          isFiltered={search !== ''}
          onClear={clear}
        />
      }
    >
      {search === '' ? <Introduction /> : null}
      {groups.map((group) => (
        <Group key={group.name} group={group} />
      ))}
    </TablePage>
  )
}

function useOpenApi() {
  const [loaded, setLoaded] = useState<Loaded>('loading')
  const load = () => {
    setLoaded('loading')
    fetchOpenApi().then(setLoaded, () => setLoaded('failed'))
  }
  useEffect(load, [])
  return [loaded, load] as const
}

/** @throws if the hub cannot be reached or answers something else */
async function fetchOpenApi() {
  const response = await fetch('/api/openapi.json')
  return OpenApi.parse(await response.json())
}

const Introduction = () => (
  <Part title="Requests">
    <ul className={styles.notes}>
      <li>
        A program sends a token with each request, in the header <code>Authorization: Bearer wht_…</code>. You make
        tokens under <Link href="/account">sessions and tokens</Link>.
      </li>
      <li>
        Bodies are JSON. An error has an HTTP status and <code>{'{success: false, error, code}'}</code>: the sentence is
        for people, the code for programs.
      </li>
      <li>
        Null means unknown. A feature that is switched off answers 404 with the code <code>featureOff</code>.
      </li>
      <li>
        The same for tools: <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1).
      </li>
    </ul>
  </Part>
)

const Group = ({ group: { name, operations } }: { readonly group: ApiGroup }) => (
  <Part title={name}>
    <div className={styles.operations}>
      {operations.map((operation) => (
        <Operation key={operation.name} operation={operation} />
      ))}
    </div>
  </Part>
)

function Operation({ operation }: { readonly operation: ApiOperation }) {
  const { name, summary, description, who, inputs, answer, answerType, refusals } = operation
  return (
    <details className={styles.operation}>
      <summary className={styles.summary}>
        <code className={styles.name}>{name}</code> <span className={styles.what}>{withCode(summary)}</span>
      </summary>
      <div className={styles.body}>
        {description ? <p>{withCode(description)}</p> : null}
        <p>
          <strong>Who:</strong> {who}.
        </p>
        {inputs.length > 0 ? (
          <Fields caption="Input" of={name} fields={inputs} showsRequired />
        ) : (
          <p>It takes no input.</p>
        )}
        {answer.length > 0 ? (
          <Fields caption="Answer" of={name} fields={answer} />
        ) : (
          <p>
            <strong>Answer:</strong> <code>{answerType}</code>
          </p>
        )}
        <h3 className={styles.heading}>Refusals</h3>
        <dl className={styles.refusals}>
          {refusals.map(({ status, meaning }) => (
            <div key={status}>
              <dt>{status}</dt>
              <dd>{withCode(meaning)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </details>
  )
}

/** A text of the description, whose names are in backticks. */
const withCode = (text: string) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: The parts of a text do not move.
  text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))

interface FieldsProps {
  readonly caption: string
  /** The name of the operation. */
  readonly of: string
  readonly fields: readonly ApiField[]
  readonly showsRequired?: boolean
}

const Fields = ({ caption, of, fields, showsRequired = false }: FieldsProps) => (
  <section className={styles.fields}>
    <h3 className={styles.heading}>{caption}</h3>
    <DataTable
      caption={`${caption} of ${of}`}
      rows={fields}
      keyOf={({ name }) => name}
      columns={[
        { name: 'Field', cell: ({ name }) => <code>{name}</code> },
        {
          name: 'Type',
          cell: ({ type, required }) => <span>{showsRequired && !required ? `${type}, optional` : type}</span>,
        },
        {
          name: 'Meaning',
          cell: ({ meaning }) => <span>{withCode(meaning)}</span>,
          isEmpty: ({ meaning }) => meaning === '',
        },
      ]}
    />
  </section>
)
