import { Button, Group, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useSearchParam } from '../search-param.ts'

/**
 * A form that restricts a list to one e-mail address. The parameter "email" in the URL of the page holds the
 * address.
 */
export function AddressFilter({ label }: { label: string }) {
  const [email = '', setEmail] = useSearchParam('email')
  const [typed, setTyped] = useState(email)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setEmail(typed.trim() === '' ? undefined : typed.trim())
  }
  return (
    <Group
      component="form"
      role="search"
      gap="sm"
      align="flex-end"
      flex="1 1 16rem"
      maw={400}
      onSubmit={submit}
    >
      <TextInput
        label={label}
        placeholder="ada@example.com"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        flex="1 1 10rem"
      />
      <Button type="submit" variant="default">
        Find
      </Button>
    </Group>
  )
}
