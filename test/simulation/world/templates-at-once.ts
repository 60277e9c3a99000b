import {
  answerTo,
  type TemplateAnswer,
  type TemplateTask,
} from '../../../src/adapters/templates/template-answer.ts'
import { TemplateThreads } from '../../../src/adapters/templates/template-threads.ts'

/**
 * Renders templates for the simulation without threads and without a time limit, because the end of a thread's
 * work depends on the machine.
 */
export class TemplatesAtOnce extends TemplateThreads {
  override run(task: TemplateTask): Promise<TemplateAnswer> {
    return Promise.resolve().then(() => answerTo(task, Number.POSITIVE_INFINITY))
  }
}
