import { Highlight } from '@mantine/core'
import '@mantine/core/styles/Mark.layer.css'

type Props = { text: string; words: string[] }

/** Marks the words in a text, in upper or lower case and with or without accents. In a file of its own, so that it can be loaded on demand. */
export function HighlightedWords({ text, words }: Props) {
  return (
    <Highlight component="span" inherit highlight={words}>
      {text}
    </Highlight>
  )
}
