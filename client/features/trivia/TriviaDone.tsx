import {
  ratingOf,
  type TriviaAnswer,
  type TriviaQuestion,
  type TriviaRating,
} from '../../../shared/features/trivia/trivia.ts'
import { amountInWords } from '../../../shared/features/world/amounts.ts'
import { Button } from '../../ui/Button.tsx'
import { Stroke } from '../../ui/Stroke.tsx'
import styles from './Trivia.module.css'

const ratings: Readonly<Record<TriviaRating, { readonly title: string; readonly text: string }>> = {
  perfect: { title: 'Perfect score!', text: 'Every answer was right. You know your dinosaurs.' },
  excellent: { title: 'Excellent!', text: 'Almost everything was right. A perfect score is close.' },
  good: { title: 'Good job!', text: 'More right than wrong. Read the answers below and try again tomorrow.' },
  study: { title: 'Time to study!', text: 'The answers below are worth a look. A new set comes tomorrow.' },
}

/** By the question's id. */
export type Answers = Readonly<Record<string, TriviaAnswer>>

interface TriviaDoneProps {
  readonly questions: readonly TriviaQuestion[]
  readonly answers: Answers
  /** After Play Again: nothing was paid. */
  readonly isAgain: boolean
  readonly onAgain: () => void
}

/** The end of a round: the rating, what it paid, and all answers with their explanations. */
export function TriviaDone({ questions, answers, isAgain, onAgain }: TriviaDoneProps) {
  const given = Object.values(answers)
  const right = given.filter(({ chosen, correct }) => chosen === correct).length
  const paid = isAgain ? 0 : given.reduce((sum, answer) => sum + answer.paid, 0)
  const { title, text } = ratings[ratingOf(right, questions.length)]
  return (
    <section className={styles.card} aria-labelledby="trivia-rating">
      <p className={styles.place}>{`${right} of ${questions.length} right`}</p>
      <h2 id="trivia-rating" className={styles.rating}>
        {title}
      </h2>
      <p>{text}</p>
      <p className={styles.soft}>
        {isAgain
          ? 'A repeated round pays nothing. Your first answers of the day count.'
          : paid > 0
            ? `You earned ${amountInWords(paid, 'voidPearls')} today.`
            : 'No Void Pearls this time.'}
      </p>
      <div>
        <Button onClick={onAgain}>Play Again</Button>
      </div>
      <ol className={styles.review} aria-label="All answers">
        {questions.map(({ id, question, options }) => {
          const answer = answers[id]
          if (!answer) return null
          const isRight = answer.chosen === answer.correct
          return (
            <li key={id} data-right={isRight || undefined}>
              <span className={styles.mark}>
                <Stroke size={18}>
                  <path d={isRight ? 'M4 10.5 8 14.5 16 5.500' : 'M5 5l10 10M15 5 5 15'} />
                </Stroke>
              </span>
              <div>
                <h3 className={styles.asked}>{question}</h3>
                <p>
                  <strong>{options[answer.correct]}</strong>
                  {isRight ? ' – you were right. ' : ` – you said ${options[answer.chosen]}. `}
                  <span className={styles.soft}>{answer.explanation}</span>
                </p>
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
