import { Stack, TextInput } from '@mantine/core'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { faultsByPointer } from '../../api/problem.ts'
import { t } from '../../languages/text.ts'
import { ProblemAlert } from '../problem/problem-alert.tsx'
import { FormFooter } from './form-footer.tsx'

/** A form with one field for a name, to create or rename something, such as a project or a column. */
export function NameForm({
  verb,
  name: before = '',
  placeholder,
  error,
  isPending,
  onSubmit,
  onCancel,
  children,
}: {
  verb: string
  name?: string
  placeholder: string
  error: Error | null
  isPending: boolean
  onSubmit: (name: string) => void
  onCancel: () => void
  children?: ReactNode
}) {
  const [name, setName] = useState(before)
  const [isBlank, setBlank] = useState(false)
  const fault = faultsByPointer(error).get('/name')
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setBlank(name.trim() === '')
    if (name.trim() !== '') onSubmit(name.trim())
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {fault === undefined && <ProblemAlert error={error} />}
        <TextInput
          label={t('Name')}
          placeholder={placeholder}
          data-autofocus
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={isBlank ? t('Enter a name') : fault}
        />
        {children}
        <FormFooter onCancel={onCancel} isPending={isPending}>
          {verb}
        </FormFooter>
      </Stack>
    </form>
  )
}
