/*
 * The 125 columns of a Buchungsstapel, format version 13, in the order of developer.datev.de (DATEV-Format,
 * Buchungsstapel). A record has all of them: parsers that follow that page reject a shorter one. A quotation mark in
 * front says that the column is text, which is quoted even if it is empty.
 */
const numbered = (last: number, kind: string, content: string): string[] =>
  Array.from({ length: last }, (_, nth) => [`"${kind} ${nth + 1}`, `"${content} ${nth + 1}`]).flat();

const COLUMNS = [
  ...["Umsatz (ohne Soll/Haben-Kz)", '"Soll/Haben-Kennzeichen', '"WKZ Umsatz', "Kurs", "Basis-Umsatz"],
  ...['"WKZ Basis-Umsatz', "Konto", "Gegenkonto (ohne BU-Schlüssel)", '"BU-Schlüssel', "Belegdatum"],
  ...['"Belegfeld 1', '"Belegfeld 2', "Skonto", '"Buchungstext', "Postensperre", '"Diverse Adressnummer'],
  ...["Geschäftspartnerbank", "Sachverhalt", "Zinssperre", '"Beleglink'],
  ...numbered(8, "Beleginfo - Art", "Beleginfo - Inhalt"),
  ...['"KOST1 - Kostenstelle', '"KOST2 - Kostenstelle', "Kost-Menge", '"EU-Land u. UStID (Bestimmung)'],
  ...["EU-Steuersatz (Bestimmung)", '"Abw. Versteuerungsart', "Sachverhalt L+L", "Funktionsergänzung L+L"],
  ...["BU 49 Hauptfunktionstyp", "BU 49 Hauptfunktionsnummer", "BU 49 Funktionsergänzung"],
  ...numbered(20, "Zusatzinformation - Art", "Zusatzinformation- Inhalt"),
  ...["Stück", "Gewicht", "Zahlweise", '"Forderungsart', "Veranlagungsjahr", "Zugeordnete Fälligkeit"],
  ...["Skontotyp", '"Auftragsnummer', '"Buchungstyp (Anzahlungen)', "USt-Schlüssel (Anzahlungen)"],
  ...['"EU-Land (Anzahlungen)', "Sachverhalt L+L (Anzahlungen)", "EU-Steuersatz (Anzahlungen)"],
  ...["Erlöskonto (Anzahlungen)", '"Herkunft-Kz', '"Buchungs GUID', "KOST-Datum", '"SEPA-Mandatsreferenz'],
  ...["Skontosperre", '"Gesellschaftername', "Beteiligtennummer", '"Identifikationsnummer'],
  ...['"Zeichnernummer', "Postensperre bis", '"Bezeichnung SoBil-Sachverhalt', "Kennzeichen SoBil-Buchung"],
  ...["Festschreibung", "Leistungsdatum", "Datum Zuord. Steuerperiode", "Fälligkeit", '"Generalumkehr (GU)'],
  ...["Steuersatz", '"Land', '"Abrechnungsreferenz', "BVV-Position", '"EU-Land u. UStID (Ursprung)'],
  ...["EU-Steuersatz (Ursprung)", "Abw. Skontokonto"],
];

export const DATEV_HEADINGS: readonly string[] = COLUMNS.map((name) => name.replace('"', ""));

/** What follows the first columns of a record, where nothing is said in it. */
export const emptyAfter = (columns: number): string[] =>
  COLUMNS.slice(columns).map((name) => (name.startsWith('"') ? '""' : ""));
