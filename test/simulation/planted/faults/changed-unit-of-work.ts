import { type Transaction, UnitOfWork } from '../../../../src/ports/unit-of-work.ts'

/** A unit of work whose transactions have other methods in one of their stores, by which a test plants a fault. */
export class ChangedUnitOfWork<Name extends keyof Transaction> extends UnitOfWork {
  readonly #unitOfWork: UnitOfWork
  readonly #store: Name
  readonly #methods: (tx: Transaction) => Partial<Transaction[Name]>

  constructor(unitOfWork: UnitOfWork, store: Name, methods: (tx: Transaction) => Partial<Transaction[Name]>) {
    super()
    this.#unitOfWork = unitOfWork
    this.#store = store
    this.#methods = methods
  }

  override run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.#unitOfWork.run((tx) => {
      const methods = this.#methods(tx)
      const changed = new Proxy(tx[this.#store], {
        get: (store, name) => {
          if (Object.hasOwn(methods, name)) return Reflect.get(methods, name)
          const value: unknown = Reflect.get(store, name)
          return typeof value === 'function' ? value.bind(store) : value
        },
      })
      return work(Object.create(tx, { [this.#store]: { value: changed } }))
    })
  }
}
