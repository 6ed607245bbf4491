
' What is chosen on the tab, by the names of wishes: two rows.
Private chosen() As Variant
Private many As Long

Public Sub DipText(ByVal control As Object, ByVal text As String)
    DipWish control.Tag, text
End Sub

Public Sub DipChoice(ByVal control As Object, ByVal id As String, ByVal index As Integer)
    DipWish control.Tag, index
End Sub

Public Sub DipTick(ByVal control As Object, ByVal pressed As Boolean)
    DipWish control.Tag, pressed
End Sub

Public Sub DipPress(ByVal control As Object)
    DipDo control.Tag
End Sub

Public Sub DipTakeBack()
    DipDo "take_back"
End Sub

Private Sub DipWish(ByVal name As String, ByVal value As Variant)
    Dim i As Long
    For i = 1 To many
        If chosen(1, i) = name Then
            chosen(2, i) = value
            Exit Sub
        End If
    Next i
    many = many + 1
    ReDim Preserve chosen(1 To 2, 1 To many)
    chosen(1, many) = name
    chosen(2, many) = value
End Sub

' A word, the wish that is a file or a folder or -, and whether the workbook is saved before.
Private Sub DipDo(ByVal tag As String)
    Dim book As Workbook, parts As Variant, rows As Variant, path As String, more As String
    On Error GoTo failed
    Set book = ActiveWorkbook
    DipWish "agreed", False
    parts = Split(tag & " - -", " ")
    If parts(1) <> "-" Then
        path = DipPath(parts(1))
        If path = "" Then Exit Sub
        DipWish parts(1), path
    End If
    If parts(2) = "save" Then DipSaved book
    Application.Cursor = xlWait
    Application.StatusBar = "Diplomacy: this may take half a minute ..."
    rows = DipPython().CallUDF("xl_dipscore.hosts.excel_menu", "DIP_MENU", DipBook(parts(0), book))
    more = DipTold(rows, "ask")
    If more <> "" Then
        If MsgBox(more, vbYesNo + vbQuestion, "Diplomacy") <> vbYes Then
            DipIdle
            Exit Sub
        End If
        DipWish "agreed", True
        rows = DipPython().CallUDF("xl_dipscore.hosts.excel_menu", "DIP_MENU", DipBook(parts(0), book))
    End If
    more = DipTold(rows, "larger")
    If more <> "" Then
        If MsgBox(more, vbYesNo + vbQuestion, "Diplomacy") = vbYes Then rows = DipLarger(parts(0), book)
    ElseIf DipPut(book, rows) Then
        Application.OnUndo "Take back: Diplomacy", "DipTakeBack"
    End If
    DipIdle
    more = DipTold(rows, "said")
    If more <> "" Then MsgBox more, vbInformation, "Diplomacy"
    Exit Sub
failed:
    more = Err.Description
    DipIdle
    MsgBox more, vbExclamation, "Diplomacy"
End Sub

Private Sub DipIdle()
    Application.Cursor = xlDefault
    Application.StatusBar = False
End Sub

Private Function DipPath(ByVal kind As String) As String
    Dim path As Variant
    If kind = "folder" Then
        With Application.FileDialog(4)
            If .Show <> 0 Then DipPath = .SelectedItems(1)
        End With
    Else
        path = Application.GetOpenFilename()
        If VarType(path) <> vbBoolean Then DipPath = path
    End If
End Function

Private Sub DipSaved(ByVal book As Workbook)
    If book.Path = "" Then Err.Raise 1000, , "Save the workbook first."
    book.Save
End Sub

' Rows are put into the file while Excel has it closed.
Private Function DipLarger(ByVal word As String, ByVal book As Workbook) As Variant
    Dim path As String, place As Variant, wrong As String
    DipSaved book
    path = book.FullName
    place = DipPlace(book)
    book.Close False
    On Error GoTo failed
    DipLarger = DipPython().CallUDF("xl_dipscore.hosts.excel_menu", "DIP_LARGER", Array(word, DipWishes(), place))
    Workbooks.Open path
    Application.CalculateFull
    Exit Function
failed:
    wrong = Err.Description
    Workbooks.Open path
    Err.Raise 1000, , wrong
End Function

Private Function DipPlace(ByVal book As Workbook) As Variant
    DipPlace = Array(book.FullName, ActiveSheet.Name, ActiveCell.Row, ActiveCell.Column, Selection.Rows.Count)
End Function

Private Function DipWishes() As Variant
    Dim wishes() As Variant, i As Long
    ReDim wishes(0 To many, 0 To 1)
    For i = 1 To many
        wishes(i, 0) = chosen(1, i)
        wishes(i, 1) = chosen(2, i)
    Next i
    DipWishes = wishes
End Function

' The word, wishes, place, names, titles, and for each sheet its values and its formulas.
Private Function DipBook(ByVal word As String, ByVal book As Workbook) As Variant
    Dim given() As Variant, titles() As Variant, names() As Variant
    Dim i As Long, sheets As Long, sheet As Worksheet, area As Range
    sheets = book.Worksheets.Count
    ReDim given(0 To 4 + 2 * sheets)
    ReDim titles(0 To 0, 0 To sheets - 1)
    ReDim names(0 To book.Names.Count, 0 To 1)
    For i = 1 To book.Names.Count
        names(i, 0) = book.Names(i).Name
        names(i, 1) = book.Names(i).RefersTo
    Next i
    For i = 1 To sheets
        Set sheet = book.Worksheets(i)
        Set area = sheet.Range(sheet.Cells(1, 1), sheet.UsedRange)
        titles(0, i - 1) = sheet.Name
        given(3 + 2 * i) = area.Value2
        given(4 + 2 * i) = DipFormulas(area)
    Next i
    given(0) = word
    given(1) = DipWishes()
    given(2) = DipPlace(book)
    given(3) = names
    given(4) = titles
    DipBook = given
End Function

' Each cell of an old array has its formula. What a formula spills over is computed too.
Private Function DipFormulas(ByVal area As Object) As Variant
    Dim found As Variant, row As Long, column As Long
    found = area.Formula
    If DipSpills(area) Then
        For row = 1 To area.Rows.Count
            For column = 1 To area.Columns.Count
                If area.Cells(row, column).HasSpill Then found(row, column) = "{" & area.Cells(row, column).SpillParent.Formula & "}"
            Next column
        Next row
    End If
    DipFormulas = found
End Function

' Null is said of a part; an Excel without spills does not know the word.
Private Function DipSpills(ByVal area As Object) As Boolean
    Dim found As Variant
    found = False
    On Error Resume Next
    found = area.HasSpill
    DipSpills = IsNull(found) Or found
End Function

' All cells or none: a locked one stands against all of them.
Private Function DipPut(ByVal book As Workbook, ByVal rows As Variant) As Boolean
    Dim i As Long, cell As Range, path As String
    For i = LBound(rows, 1) To UBound(rows, 1)
        If rows(i, 0) = "cell" Then
            Set cell = book.Worksheets(rows(i, 1)).Range(rows(i, 2))
            If cell.Worksheet.ProtectContents And cell.Locked Then Err.Raise 1000, , rows(i, 1) & "!" & rows(i, 2) & " is locked, so nothing was changed."
        End If
    Next i
    Application.ScreenUpdating = False
    For i = LBound(rows, 1) To UBound(rows, 1)
        If rows(i, 0) = "cell" Then
            Set cell = book.Worksheets(rows(i, 1)).Range(rows(i, 2))
            DipPut = True
            Select Case rows(i, 3)
                Case "text"
                    cell.Value = "'" & rows(i, 4)
                Case "formula"
                    cell.Formula = rows(i, 4)
                Case "nothing"
                    cell.ClearContents
                Case Else
                    cell.Value2 = rows(i, 4)
            End Select
        ElseIf rows(i, 0) = "show" Then
            book.Worksheets(rows(i, 1)).Visible = xlSheetVisible
        ElseIf rows(i, 0) = "new" Then
            Workbooks.Add rows(i, 4)
            Application.CalculateFull
        ElseIf rows(i, 0) = "copy" Then
            path = rows(i, 4)
            Workbooks.Open path
        ElseIf rows(i, 0) = "go" Then
            book.Worksheets(rows(i, 1)).Visible = xlSheetVisible
            Application.Goto book.Worksheets(rows(i, 1)).Range(rows(i, 2))
        End If
    Next i
    Application.ScreenUpdating = True
End Function

' Lines of one kind, as many as fit into a message.
Private Function DipTold(ByVal rows As Variant, ByVal kind As String) As String
    Dim i As Long
    For i = LBound(rows, 1) To UBound(rows, 1)
        If rows(i, 0) = kind And Len(DipTold) < 900 Then DipTold = DipTold & rows(i, 4) & vbLf
    Next i
End Function
