"""What the people of the demo are called: names of any letters, short and as long as may be."""

NAMES = (
    "Ann Whitlock", "Zoë Brontë", "小さな紅葉", "Wilhelmina von der Heide", "Łukasz Żółw",
    "Иван Коваленко", "Δήμητρα", "Bartholomew-James Oakley", "José Ñandú", "مريم الخالدي",
    "Siobhán Ní Bhriain", "Ebbe", "김하늘", "Þórunn Ægisdóttir", "नीलम शर्मा",
    "Владимир Александрович К", "Maarten 't Hooft", "Pegs Malone", "ג'ודי כהן", "Fifteen-Two",
    "Ọlábísí Adébáyò", "Nguyễn Thị Ánh", "Cleopatra van Amsterdam", "Jo", "สมชาย ใจดี",
    "Ingrid Bjørnstad", "Óscar", "Maximilian of Montenegro", "王小明", "Räikkönen's Aunt",
    "Çağlar Güneş", "Muriel Achterberg", "Հայկ Պետրոսյան", "His Heels", "Ana-Maria Țepeș",
    "ნინო ბერიძე", "Old Bill", "Dvořák & Daughter", "Nobs O'Leary", "Μαρία Παπαδοπούλου",
    "Skunked Again", "Tūī", "Elisabeth Quartermaine", "Kofi Mensah", "தமிழ்ச்செல்வி",
    "Francesca da Rimini", "Jörg", "Mac an tSaoir", "Ольга", "Twenty-Nine",
    "Ayşe", "Halldóra", "Ptolemy Banks", "さくら", "Gwenllïan ferch Rhys",
    "Sven-Åke", "Paloma Ibáñez", "Mr. Lowball", "Wiremu", "Tamsin Trevelyan-Pender",
)  # fmt: skip


def name(number: int) -> str:
    """The name of one of the people, counted from 0; every one has another."""
    again, place = divmod(number, len(NAMES))
    return NAMES[place] if not again else f"{NAMES[place][:19].rstrip()} {again + 1}"
