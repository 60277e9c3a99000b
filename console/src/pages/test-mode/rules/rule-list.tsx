import { ActionIcon, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { t } from '../../../languages/text.ts'

/** A list of test rules in their order, with buttons to add and remove a rule. */
export function RuleList<Rule>({
  title,
  description,
  above,
  none,
  rules,
  example,
  onRules,
  children,
}: {
  title: string
  description: ReactNode
  /** Fields that are shown above the list of test rules, such as a URL. */
  above?: ReactNode
  /** A sentence that says what happens in test mode without any rule in the list. */
  none: string
  rules: readonly Rule[]
  /** The rule that the button "Add a rule" puts at the end of the list. */
  example: Rule
  onRules: (rules: Rule[]) => void
  /** Returns the fields for editing one test rule. */
  children: (rule: Rule, index: number, change: (part: Partial<Rule>) => void) => ReactNode
}) {
  // Gives each row of the list a key of its own, because rules have no ids and two rules may be equal.
  const [keys, setKeys] = useState(() => rules.map(() => newRuleKey()))
  const add = () => {
    setKeys([...keys, newRuleKey()])
    onRules([...rules, example])
  }
  const remove = (at: number) => {
    setKeys(keys.toSpliced(at, 1))
    onRules(rules.toSpliced(at, 1))
  }
  const change = (at: number) => (part: Partial<Rule>) =>
    onRules(rules.map((rule, index) => (index === at ? { ...rule, ...part } : rule)))
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-label={title}>
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text size="sm" c="dimmed" mt={2} mb="md" maw="46rem" component="div">
        {description}
      </Text>
      <Stack gap="md">
        {above}
        {rules.length === 0 && <Text size="sm">{none}</Text>}
        {rules.map((rule, index) => (
          <OneRule key={keys.at(index)} name={`rule ${index + 1}`} onRemove={() => remove(index)}>
            {children(rule, index, change(index))}
          </OneRule>
        ))}
        <div>
          <Button size="xs" variant="default" leftSection={<Plus size={14} aria-hidden />} onClick={add}>
            {t('Add a rule')}
          </Button>
        </div>
      </Stack>
    </Paper>
  )
}

let lastKey = 0

function newRuleKey(): number {
  lastKey += 1
  return lastKey
}

function OneRule({ name, onRemove, children }: { name: string; onRemove: () => void; children: ReactNode }) {
  return (
    <Group role="group" aria-label={name} align="flex-end" gap="sm" wrap="nowrap">
      <Group flex={1} miw={0} align="flex-end" gap="sm">
        {children}
      </Group>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('Remove {name}', { name })}
        onClick={onRemove}
      >
        <X size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
