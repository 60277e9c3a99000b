import { Code, Select, TextInput } from '@mantine/core'
import type { MessageRule } from '../../../api/test-mode/test-rules.ts'
import { oneOf } from '../../../components/search-param.ts'
import { RuleList } from './rule-list.tsx'

const outcomes: Readonly<Record<MessageRule['response'], string>> = {
  deliver: 'Message is delivered',
  bounce: 'Message bounces after it was accepted',
  temporaryRefusal: 'Message is temporarily refused by the server (Spindle retries)',
  refuse: 'Message is refused by the server',
}
const names = Object.keys(outcomes) as MessageRule['response'][]

/** Edits the rules that give captured messages of test mode an response, such as a bounce, by address. */
export function MessageRules({
  rules,
  faults,
  onRules,
}: {
  rules: readonly MessageRule[]
  faults: ReadonlyMap<string, string>
  onRules: (rules: MessageRule[]) => void
}) {
  return (
    <RuleList
      title="Outcome of messages"
      description={
        <>
          Messages are captured and count as delivered. A rule simulates another answer of the mail server.
          Example: <Code>*@nowhere.example</Code> is refused.
        </>
      }
      none="No rules: every message is delivered."
      rules={rules}
      example={{ to: '*@example.com', response: 'bounce' }}
      onRules={onRules}
    >
      {(rule, index, change) => (
        <>
          <TextInput
            label="Address"
            flex="2 1 14rem"
            value={rule.to}
            error={faults.get(`/messages/${index}/to`)}
            onChange={(event) => change({ to: event.currentTarget.value })}
          />
          <Select
            label="Outcome"
            flex="1 1 12rem"
            allowDeselect={false}
            data={names.map((value) => ({ value, label: outcomes[value] }))}
            value={rule.response}
            onChange={(value) => change({ response: oneOf(names, value ?? undefined) ?? rule.response })}
          />
        </>
      )}
    </RuleList>
  )
}
