import { Button, Group, TextInput } from '@mantine/core'
import type { SubmitEvent } from 'react'
import { t } from '../../languages/text.ts'
import { useSearchParam } from '../search-param.ts'
import { useTypedText } from './use-typed-text.ts'

interface TextFilterProps {
  /** The parameter in the URL of the page that holds the text. */
  readonly param: string
  readonly label: string
  readonly placeholder: string
  /** The name of the button for screen readers, if "Find" does not tell it from another one on the page. */
  readonly action?: string
}

/** A form that restricts a list to a text, which the user types and sends. */
export function TextFilter({ param, label, placeholder, action }: TextFilterProps) {
  const [text = '', setText] = useSearchParam(param)
  const [typed, setTyped] = useTypedText(text)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setText(typed.trim() === '' ? undefined : typed.trim())
  }
  return (
    <Group
      component="form"
      role="search"
      aria-label={action}
      gap="sm"
      align="flex-end"
      flex="1 1 16rem"
      maw={400}
      onSubmit={submit}
    >
      <TextInput
        label={label}
        placeholder={placeholder}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        flex="1 1 10rem"
      />
      <Button type="submit" variant="default" aria-label={action}>
        {t('Find')}
      </Button>
    </Group>
  )
}
