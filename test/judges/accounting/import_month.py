"""A month's files become books, for beancount and for hledger. Written from the guide "For finance" alone.

    import_month.py FOLDER MISTAKE

FOLDER has movements.csv, payouts.csv and balance.csv. MISTAKE is "none" or "fee twice": an accountant who takes the
platform's fee off the net once more.
"""

import csv
import datetime
import json
import sys
from decimal import Decimal
from pathlib import Path

folder, mistake = Path(sys.argv[1]), sys.argv[2]
PROCESSOR, TRANSIT, BANK = "Assets:Processor", "Assets:Transit", "Assets:Bank"
COUNTER = {
    "charge": "Income:Sales",
    "refund": "Income:Refunds",
    "refund_failure": "Income:Refunds",
    "dispute": "Expenses:Disputes",
    "dispute_reversal": "Expenses:Disputes",
    "platform_fee_return": "Expenses:PlatformFeesReturned",
    "payout": TRANSIT,
    "payout_failure": BANK,
}
FEES = {
    "platformFee": "Expenses:PlatformFees",
    "otherFees": "Expenses:OtherFees",
    "processorFee": "Expenses:ProcessorFees",
    "tax": "Expenses:Tax",
}


def rows_of(name):
    with open(folder / name, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


movements = [row for row in rows_of("movements.csv") if row["kind"] != "other_balance"]
payouts = [row for row in rows_of("payouts.csv") if row["kind"] != "other_balance"]
days = rows_of("balance.csv")
assert all(day["state"] == "final" for day in days), "a day is not final"

# Each entry: date, what it is, [(account, amount, currency)]. Each assertion: date, account, amount, currency.
entries, assertions = [], []
opened = set()
for day in days:
    if day["currency"] not in opened and Decimal(day["openingBalance"]):
        opening = Decimal(day["openingBalance"])
        currency = day["currency"]
        entries.append(
            (day["date"], "opening", [(PROCESSOR, opening, currency), ("Equity:Opening", -opening, currency)])
        )
    opened.add(day["currency"])

for row in movements:
    currency, kind, net = row["currency"], row["kind"], Decimal(row["net"])
    if row["merchantsOwn"] == "true":
        postings = [("Income:OutsideTheService", -net, currency)]
    else:
        postings = [(COUNTER.get(kind, "Income:Other"), -Decimal(row["gross"]), currency)]
        postings += [(account, Decimal(row[name]), currency) for name, account in FEES.items() if Decimal(row[name])]
    if mistake == "fee twice" and Decimal(row["platformFee"]):
        fee = Decimal(row["platformFee"])
        net -= fee
        postings.append(("Expenses:PlatformFees", fee, currency))
    entries.append((row["date"], f"{kind} {row['orderRef'] or row['processorReference']}", [(PROCESSOR, net, currency), *postings]))

# What left for the bank, by the other file: afterwards nothing is in transit. The rows of a payout add up to 0.
for row in payouts:
    currency, net, of = row["currency"], Decimal(row["net"]), row["payoutId"].replace("_", "-").capitalize()
    last = days[-1]["date"]
    if row["kind"] == "payout":
        entries.append((row["date"], f"payout {row['payoutId']}", [(TRANSIT, net, currency), (BANK, -net, currency)]))
    entries.append((last, f"part of {row['payoutId']}", [(f"Equity:Payouts:{of}", net, currency), ("Equity:Payouts", -net, currency)]))
    if row["kind"] == "payout" and row["payoutId"] in {other["payoutId"] for other in payouts if other["kind"] != "payout"}:
        assertions.append((last, f"Equity:Payouts:{of}", Decimal(0), currency))

# What the statements say: each day's closing balance, and the month's sums.
SUMS = {
    "Income:Sales": ("gross", -1),
    "Income:Refunds": ("refunds", 1),
    "Expenses:Disputes": ("disputes", 1),
    "Expenses:PlatformFees": ("platformFee", 1),
    "Expenses:PlatformFeesReturned": ("platformFeeReturned", -1),
    "Expenses:ProcessorFees": ("processorFee", 1),
    "Income:OutsideTheService": ("merchantsOwnNet", -1),
    "Income:Other": ("other", -1),
}
for day in days:
    assertions.append((day["date"], PROCESSOR, Decimal(day["closingBalance"]), day["currency"]))
for currency in sorted(opened):
    own = [day for day in days if day["currency"] == currency]
    for account, (name, sign) in SUMS.items():
        total = sign * sum(Decimal(day[name]) for day in own)
        assertions.append((days[-1]["date"], account, total, currency))
    assertions.append((days[-1]["date"], TRANSIT, Decimal(0), currency))

entries.sort(key=lambda entry: entry[0])
assertions.sort(key=lambda assertion: assertion[0])
accounts = sorted({posting[0] for _, _, postings in entries for posting in postings} | {item[1] for item in assertions})


def after(date):
    return (datetime.date.fromisoformat(date) + datetime.timedelta(days=1)).isoformat()


def write_beancount(file):
    for account in accounts:
        file.write(f"2000-01-01 open {account}\n")
    for date, text, postings in entries:
        file.write(f"{date} * {json.dumps(text)}\n")
        file.writelines(f"  {account}  {amount} {currency.upper()}\n" for account, amount, currency in postings)
    # Balances are asserted at the beginning of a day, and to the cent.
    for date, account, amount, currency in assertions:
        file.write(f"{after(date)} balance {account}  {amount} ~ 0.00 {currency.upper()}\n")


def write_hledger(file):
    for date, text, postings in entries:
        file.write(f"{date} {text}\n")
        file.writelines(f"    {account}  {amount} {currency.upper()}\n" for account, amount, currency in postings)
    # Of one date, assertions come last in the file.
    for date, account, amount, currency in assertions:
        file.write(f"{date} assert\n    {account}  0 {currency.upper()} = {amount} {currency.upper()}\n")


for name, write in {"month.beancount": write_beancount, "month.journal": write_hledger}.items():
    with open(folder / name, "w", encoding="utf-8") as file:
        write(file)
print(f"{len(entries)} {len(assertions)}")
